export type Role = "user" | "admin";

export const identifierOf = { user: "email", admin: "username" } as const;

/** What a staff member may do today. A teacher may do it in a class, where `null` means all sections or subjects. */
export type Grant =
  | { role: "administrator" | "office" }
  | { role: "teacher"; className: number; section: string | null; subjectKeys: string[] | null };

/** The authenticated caller, read from the session row on every call (decision 3). */
export type Principal = {
  /** The transport of the session token. */
  kind: "cookie" | "bearer";
  userId: string;
  sessionId: string;
  /** The side that the session was opened for. Rights hold only on that side (decision 45). */
  role: Role;
  /** Empty on the user side. */
  grants: readonly Grant[];
  /** The institute requires two-step login from staff, and this session has not passed the second step. */
  lacksSecondStep: boolean;
  name: string;
  /** Null for the administrator, who has a username. */
  email: string | null;
  username: string | null;
  /** The person has opened the confirmation link in the email (decision 7). */
  emailConfirmed: boolean;
  /** The person had a link to a child when the call began; each procedure checks the link of its child. */
  isGuardian: boolean;
  /** The office has entered a first result for a person who signed up while no mail server was set up. */
  vouched: boolean;
};
