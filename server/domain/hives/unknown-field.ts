import * as v from 'valibot'
import { CHANNELS_PER_CONTROLLER } from './controller.ts'

/** The most unknown names stored per transmitter; devices send a handful. */
export const UNKNOWN_FIELDS_MAXIMUM = 24
export const UNKNOWN_FIELD_DAYS = 30
/** Longer names of fields are cut, so that they can be told apart, stored and assigned under the same name. */
export const FIELD_NAME_CHARACTERS = 40

/** The quantities that a device may send under any name; `battery` and `signal` are the transmitter's own. */
export const sentQuantities = ['weight', 'rawWeight', 'temperature', 'humidity', 'battery', 'signal'] as const
/** The possible meanings of a field; `nothing`: of no interest here. */
export const AssignedQuantity = v.picklist([...sentQuantities, 'nothing'])
export type AssignedQuantity = v.InferOutput<typeof AssignedQuantity>
export const AssignedUnit = v.picklist(['as_is', 'gram', 'pound', 'fahrenheit', 'millivolt'])
export type AssignedUnit = v.InferOutput<typeof AssignedUnit>

/** The allowed units of each quantity; `as_is` is the usual one (kg, °C, %, V, dBm, counts of a converter). */
export const unitsOf: Record<AssignedQuantity, readonly AssignedUnit[]> = {
  weight: ['as_is', 'gram', 'pound'],
  rawWeight: ['as_is'],
  temperature: ['as_is', 'fahrenheit'],
  humidity: ['as_is'],
  battery: ['as_is', 'millivolt'],
  signal: ['as_is'],
  nothing: ['as_is'],
}

/** Converts a number to the usual unit. */
export const toUsual: Record<AssignedUnit, (value: number) => number> = {
  as_is: (value) => value,
  gram: (value) => value / 1000,
  pound: (value) => value * 0.453_592_37,
  fahrenheit: (value) => ((value - 32) * 5) / 9,
  millivolt: (value) => value / 1000,
}

/** Units as written after a number in texts, in lower case. */
export const writtenUnits = {
  weight: { kg: 'as_is', kgs: 'as_is', g: 'gram', lb: 'pound', lbs: 'pound' },
  temperature: { c: 'as_is', f: 'fahrenheit' },
  humidity: { '%': 'as_is', '%rh': 'as_is' },
  battery: { v: 'as_is', mv: 'millivolt' },
  signal: { dbm: 'as_is', db: 'as_is' },
} as const satisfies Record<string, Record<string, AssignedUnit>>

/** A number that a transmitter sends under an unknown name, and its meaning according to the owner. */
export const UnknownField = v.object({
  name: v.string(),
  lastValue: v.number(),
  lastAt: v.string(),
  meaning: v.nullable(v.object({ quantity: AssignedQuantity, channel: v.number(), unit: AssignedUnit })),
})
export type UnknownField = v.InferOutput<typeof UnknownField>

/** The body of `POST controller/{id}/field`. Channels are 1 to 8. */
export const UnknownFieldBody = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(FIELD_NAME_CHARACTERS)),
    quantity: AssignedQuantity,
    channel: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(CHANNELS_PER_CONTROLLER)), 1),
    unit: v.optional(AssignedUnit, 'as_is'),
  }),
  v.forward(
    v.partialCheck(
      [['quantity'], ['unit']],
      ({ quantity, unit }) => unitsOf[quantity].includes(unit),
      'a unit of this quantity',
    ),
    ['unit'],
  ),
)
export type UnknownFieldBody = v.InferOutput<typeof UnknownFieldBody>

/** `values`: how many values of the last 30 days were adopted. */
export const UnknownFieldReply = v.object({ message: v.string(), ...UnknownField.entries, values: v.number() })
