/** A hidden field of the public forms; only bots fill it in. */
export const honeypotName = "website";
