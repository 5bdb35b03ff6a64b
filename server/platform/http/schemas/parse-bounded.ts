import * as v from 'valibot'

/** More than any form has. */
const PARTS_MAXIMUM = 1000

/**
 * Parses like Valibot's `safeParse`; of a value with more parts than a form only the first fault is told: a megabyte of wrong things in a
 * list takes half a minute to find them all, and nothing else runs meanwhile.
 */
export const parseBounded = <Schema extends v.GenericSchema>(schema: Schema, value: unknown) =>
  v.safeParse(schema, value, { abortEarly: isLarge(value) })

export const isLarge = (value: unknown): boolean => partsLeft(value, PARTS_MAXIMUM) < 0

function partsLeft(value: unknown, most: number): number {
  let left = most - 1
  if (typeof value !== 'object' || value === null) return left
  for (const part of Object.values(value)) {
    if (left < 0) return left
    left = partsLeft(part, left)
  }
  return left
}
