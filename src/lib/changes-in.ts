/** The fields of a form that differ from the values it showed, so that two people can edit different ones. */
export function changesIn<Fields extends Record<string, unknown>>(
  given: Fields,
  shown: { [Name in keyof Fields]: unknown },
): Partial<Fields> {
  const changed = Object.entries(given).filter(([name, value]) => value !== shown[name]);
  return Object.fromEntries(changed) as Partial<Fields>;
}
