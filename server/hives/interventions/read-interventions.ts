import type { Kysely } from 'kysely'
import type { Intervention } from '#domain/hives/intervention.ts'
import type { Tables } from '../../store/tables.ts'
import { selectInterventions } from './intervention-queries.ts'
import { toIntervention } from './to-intervention.ts'

/** Interventions at these scales within a span (epoch ms, inclusive), oldest first. */
export const readInterventions = async (
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  span: { from: number; to: number },
): Promise<Intervention[]> => (await selectInterventions(db, scaleIds, span)).map(toIntervention)
