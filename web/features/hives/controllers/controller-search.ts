import { oneOf, searchOf } from '../../../api/read-fields.ts'

/** The parts of a transmitter's page; without one how it is stands there. */
export const controllerParts = ['setup', 'subscription', 'sharing'] as const
export type ControllerPart = (typeof controllerParts)[number]

/** Which part of a transmitter's page is open, as the address says it. */
export const readControllerSearch = searchOf({ part: oneOf(...controllerParts) })
export type ControllerSearch = ReturnType<typeof readControllerSearch>
