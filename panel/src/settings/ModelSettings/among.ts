/** The models that a server has as options, with the one that is named though it has not. */
export function among(chosen: string, models: readonly { name: string }[], ask: string) {
  const names = models.map((each) => each.name);
  const first = names.includes(chosen)
    ? []
    : [{ value: chosen, label: chosen || ask, disabled: chosen === "" }];
  return [...first, ...names.map((name) => ({ value: name, label: name }))];
}
