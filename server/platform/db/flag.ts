/** A yes or no as a column keeps it. */
export const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)
