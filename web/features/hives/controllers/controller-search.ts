import * as v from 'valibot'

/** The parts of a transmitter's page; without one how it is stands there. */
export const controllerParts = ['setup', 'subscription', 'sharing'] as const
export type ControllerPart = (typeof controllerParts)[number]

/** Which part of a transmitter's page is open, as the address says it. */
export const ControllerSearch = v.object({
  part: v.fallback(v.optional(v.picklist(controllerParts)), undefined),
})
export type ControllerSearch = v.InferOutput<typeof ControllerSearch>
