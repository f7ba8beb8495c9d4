let address: string | undefined;

/** Remembers the address of a new account for the login page, in memory only. */
export function noteSignedUp(email: string): void {
  address = email;
}

/** The address of an account that was just created, once. */
export function takeSignedUp(): string | undefined {
  const taken = address;
  address = undefined;
  return taken;
}
