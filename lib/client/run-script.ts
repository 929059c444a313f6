/** Runs a script in this page; resolves with whether it could be loaded. */
export function runScript(src: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = Object.assign(document.createElement("script"), { src });
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    document.head.append(script);
  });
}
