/** Countries an address can be in, lower-case ISO 3166; the shop delivers in the first alone. */
export const countries = ['ch', 'de', 'at', 'it', 'li', 'fr', 'lu', 'es', 'be', 'dk', 'nl', 'no', 'se'] as const
