import "server-only";

/**
 * Makes the instances of a light class instances of the web-standard class it stands for: members
 * that it does not have itself are those of `real()`, which is called when one of them is first used.
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
