/** How long a test waits for an event that must happen, in ms. It is long for busy machines; a successful wait ends immediately. */
export const patience = 20_000;
