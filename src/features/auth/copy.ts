/** The sentences of the auth room (spec §2, §5, §8; decisions 1, 8). */
export const copy = {
  signIn: "Sign in",
  signingIn: "Signing in...",
  createAccount: "Create Account",
  creatingAccount: "Creating Account...",
  passwordsDiffer: "Passwords do not match",
  passwordTooShort: "Password must be at least 6 characters",
  invalidAdmin: "Invalid admin credentials",
  invalidUser: "Invalid email or password",
  loginFailed: "Login failed",
  loginBroke: "Something went wrong. Please try again.",
  signupFailed: "Signup failed. Please try again.",
  emailTaken: "An account with this email already exists",
  loggedIn: "You are logged in.",
  signedUp: "Your account is ready. Please sign in.",
  loggedOut: "You are logged out.",
  logoutFailed: "You could not be logged out. Please try again.",
} as const;
