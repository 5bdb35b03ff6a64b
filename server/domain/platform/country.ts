/** Countries an address can be in, as lower-case ISO 3166 codes; by default the shop delivers only to the first. */
export const countries = ['ch', 'de', 'at', 'it', 'li', 'fr', 'lu', 'es', 'be', 'dk', 'nl', 'no', 'se'] as const
