import "server-only";

/**
 * Makes instances of a light class behave like the web-standard class that it replaces. Members that
 * the light class lacks come from `real()`, which is called when the first of them is used.
 */
export function delegate<Real extends object>(light: { real(): Real }, real: Real): void {
  const names = [...Object.getOwnPropertyNames(real), Symbol.iterator] as (keyof Real)[];
  for (const name of names) {
    const member = Object.getOwnPropertyDescriptor(real, name);
    if (member === undefined || Object.hasOwn(light, name)) continue;
    Object.defineProperty(light, name, {
      configurable: true,
      get(this: { real(): Real }) {
        const whole = this.real();
        const value = whole[name];
        return typeof value === "function" ? value.bind(whole) : value;
      },
    });
  }
  Object.setPrototypeOf(light, real);
}
