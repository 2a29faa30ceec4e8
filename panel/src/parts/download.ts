/** Hand a file to the browser. A browser's folder is flat, so a path becomes one name. */
export function download({ path, text }: { path: string; text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = path.replaceAll("/", "-");
  link.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
