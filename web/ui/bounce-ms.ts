/** A glove touches twice within it; nobody chooses something else so fast. */
export const BOUNCE_MS = 500
