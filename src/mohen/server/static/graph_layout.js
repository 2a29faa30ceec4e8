// Who is tied to whom, and where everybody stands.
"use strict";
const layout = (() => {
  // Everybody with everybody in a small circle; in a large one, all with the first.
  const pairs = (known) => {
    const found = [];
    const most = known.length > 4 ? 1 : known.length;
    for (let i = 0; i < most; i += 1) for (let j = i + 1; j < known.length; j += 1) found.push([known[i], known[j]]);
    return found;
  };

  // Springs and repulsion from a fixed beginning: the same memory gives the same picture. Only
  // neighbours of a grid push each other, so thousands are placed in a moment.
  const place = (nodes) => {
    const golden = Math.PI * (3 - Math.sqrt(5)), gap = 70;
    nodes.forEach((each, n) => {
      each.x = gap * 0.6 * Math.sqrt(n) * Math.cos(n * golden);
      each.y = gap * 0.6 * Math.sqrt(n) * Math.sin(n * golden);
    });
    const ties = [];
    nodes.forEach((each, n) => { each.order = n; });
    nodes.forEach((each) => each.near.forEach((other) => { if (each.order < other.order) ties.push([each, other]); }));
    const rounds = nodes.length < 2 ? 0 : Math.max(60, Math.min(320, Math.round(250000 / nodes.length)));
    const reach = gap * 3;
    for (let round = 0; round < rounds; round += 1) {
      const heat = gap * 0.9 * (1 - round / rounds) + 0.5;
      const cells = new Map();
      nodes.forEach((each) => {
        each.dx = -each.x * 0.012; each.dy = -each.y * 0.012;
        each.cell = [Math.floor(each.x / reach), Math.floor(each.y / reach)];
        const key = each.cell.join();
        if (!cells.has(key)) cells.set(key, []);
        cells.get(key).push(each);
      });
      for (const each of nodes) {
        for (let i = -1; i <= 1; i += 1) for (let j = -1; j <= 1; j += 1) {
          for (const other of cells.get(`${each.cell[0] + i},${each.cell[1] + j}`) || []) {
            if (other === each) continue;
            let x = each.x - other.x, y = each.y - other.y;
            if (x === 0 && y === 0) { x = (each.order - other.order) * 0.01; y = 0.01; }
            const room = gap + each.radius + other.radius, square = Math.max(x * x + y * y, 1);
            const push = (room * room) / square;
            const way = Math.sqrt(square);
            if (way < reach) { each.dx += (x / way) * push * 2.2; each.dy += (y / way) * push * 2.2; }
          }
        }
      }
      for (const [a, b] of ties) {
        const x = a.x - b.x, y = a.y - b.y, way = Math.max(Math.hypot(x, y), 1);
        const pull = (way * way) / (gap * 14) / Math.sqrt(Math.min(a.near.size, b.near.size));
        a.dx -= (x / way) * pull; a.dy -= (y / way) * pull;
        b.dx += (x / way) * pull; b.dy += (y / way) * pull;
      }
      for (const each of nodes) {
        const way = Math.hypot(each.dx, each.dy) || 1, step = Math.min(way, heat);
        each.x += (each.dx / way) * step; each.y += (each.dy / way) * step;
      }
    }
  };

  return { pairs, place };
})();
