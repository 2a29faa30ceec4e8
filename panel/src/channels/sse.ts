export interface SentEvent {
  event: string;
  data: string;
}

/**
 * Reads server-sent events from text that comes in any pieces, as the HTML standard has them:
 * lines end with LF, CR or CRLF; several `data` lines are one text; a line that begins with a
 * colon is a comment.
 */
export function eventReader(hear: (event: SentEvent) => void): (piece: string) => void {
  let rest = "";
  let afterReturn = false; // a line feed that comes next belongs to the line end before it
  let event = "";
  let data: string[] = [];

  function line(text: string): void {
    if (text === "") {
      if (data.length > 0) hear({ event: event || "message", data: data.join("\n") });
      event = "";
      data = [];
      return;
    }
    const colon = text.indexOf(":");
    const name = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
    if (name === "event") event = value;
    if (name === "data") data.push(value);
  }

  return (piece) => {
    let text = piece;
    if (afterReturn && text.startsWith("\n")) text = text.slice(1);
    if (piece !== "") afterReturn = piece.endsWith("\r");
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? "";
    for (const each of lines) line(each);
  };
}
