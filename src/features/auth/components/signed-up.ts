let address: string | undefined;

/** Keeps the address of a new account for the login that follows; a new page of the browser knows nothing of it. */
export function noteSignedUp(email: string): void {
  address = email;
}

/** The address of an account that was made a moment ago, once. */
export function takeSignedUp(): string | undefined {
  const taken = address;
  address = undefined;
  return taken;
}
