/** The options of the form that was drawn last. */
export const drawnForm = {
  send: (_given: object): Promise<unknown> => Promise.reject(new Error("Not drawn")),
  onDone: (_answer: unknown, _form?: object): unknown => undefined,
};

/** Replaces the hook of forms where a test calls what a form would call, without a page to send it from. */
export function useServerForm(options: Partial<typeof drawnForm>) {
  Object.assign(drawnForm, options);
  return { form: { ref: { current: null } }, faults: {}, busy: false };
}
