/** A boolean as stored in a column. */
export const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)
