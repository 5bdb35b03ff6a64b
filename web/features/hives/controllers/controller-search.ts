import { oneOf, searchOf } from '../../../api/read-fields.ts'

/** The parts of a transmitter's page; without one, it shows the transmitter's state. */
export const controllerParts = ['setup', 'subscription', 'sharing'] as const
export type ControllerPart = (typeof controllerParts)[number]

/** Reads from the address which part of a transmitter's page is open. */
export const readControllerSearch = searchOf({ part: oneOf(...controllerParts) })
