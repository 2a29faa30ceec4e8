/** For one of a list that is about to go with the focus: the one beside it takes over. They are
 * told apart by an attribute, `data-piece` or another. */
export function beside(list: HTMLElement | null, attribute: string, id: string): () => void {
  const all = [...(list?.querySelectorAll<HTMLElement>(`[${attribute}]`) ?? [])];
  const at = all.findIndex((each) => each.getAttribute(attribute) === id);
  const next = (all[at + 1] ?? all[at - 1])?.querySelector("button");
  return () => {
    const { activeElement } = document;
    if (activeElement === document.body || all[at]?.contains(activeElement)) next?.focus();
  };
}
