/** Everything the author may set. */
export function SettingsPage() {
  return <div />;
}
