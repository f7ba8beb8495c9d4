export type Role = "user" | "admin";

export const identifierOf = { user: "email", admin: "username" } as const;

/** What a staff member may do today. A teacher: in a class, where `null` stands for all its sections or subjects. */
export type Grant =
  | { role: "administrator" | "office" }
  | { role: "teacher"; className: number; section: string | null; subjectKeys: string[] | null };

/** The authenticated caller, read from the session row on every call (decision 3). */
export type Principal = {
  /** The transport of the session token. */
  kind: "cookie" | "bearer";
  userId: string;
  sessionId: string;
  /** The side that the session was opened for. Rights hold on that side alone (decision 45). */
  role: Role;
  /** Empty on the user side. */
  grants: readonly Grant[];
  /** The institute demands a code of an authenticator app from staff, and this session has shown none. */
  lacksSecondStep: boolean;
  name: string;
  /** Null for the administrator, who has a username. */
  email: string | null;
  username: string | null;
  /** The person has opened the confirmation link in the email (decision 7). */
  emailConfirmed: boolean;
  /** Links to children last, or did when the call began; each of them is looked up where it decides. */
  isGuardian: boolean;
  /** The office has entered a first result for a person who signed up while no mail server was set up. */
  vouched: boolean;
};
