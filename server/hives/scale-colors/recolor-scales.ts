import type { Kysely } from 'kysely'
import { freeColor, hueOf } from '#domain/hives/scale-color.ts'
import type { Tables } from '../../store/tables.ts'
import { selectBeside, updateColor } from './scale-color-queries.ts'

/** To be called when a transmitter gets a new owner: those of its scales that look like one the owner already has take another color. */
export async function recolorScales(db: Kysely<Tables>, controllerId: number): Promise<void> {
  const scales = await selectBeside(db, controllerId)
  const inUse = scales.filter((scale) => scale.controllerId !== controllerId && !scale.archived)
  const taken = new Set(inUse.map(({ color }) => hueOf(color)))
  const changing = scales.filter((scale) => scale.controllerId === controllerId && taken.has(hueOf(scale.color)))
  const beside = scales.filter((scale) => !changing.includes(scale))
  for (const scale of changing) {
    const color = freeColor(beside)
    beside.push({ ...scale, color })
    await updateColor(db, scale.id, color)
  }
}
