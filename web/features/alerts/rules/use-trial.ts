import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { RuleTrial, RuleTrialBody } from '#domain/alerts/rule.ts'
import { api, call } from '../../../api/client.ts'

export type Tried = Pick<RuleTrial, 'from' | 'hives' | 'readings' | 'count' | 'times'>

const SHOWN_MAXIMUM = 100

/** Tries a rule on the past year, hive by hive. `progress` goes from 0 to 1; `forget` cancels the trial and drops its results. */
export function useTrial() {
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState(0)
  const trial = useMutation({
    mutationFn: async (asked: Pick<RuleTrialBody, 'terms' | 'everyOwn' | 'scaleIds'>): Promise<Tried> => {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      setProgress(0)
      let found: Tried | undefined
      for (let after: number | null = 0; after !== null; ) {
        signal.throwIfAborted()
        // each request covers a few hives, so that none takes long
        const part: RuleTrial = await call(api.rule.trial.$post({ json: { ...asked, after } }, { init: { signal } }))
        found = {
          ...part,
          readings: part.readings + (found?.readings ?? 0),
          count: part.count + (found?.count ?? 0),
          times: [...(found?.times ?? []), ...part.times]
            .sort((a, b) => b.detected.localeCompare(a.detected))
            .slice(0, SHOWN_MAXIMUM),
        }
        setProgress(part.hives === 0 ? 1 : part.tried / part.hives)
        after = part.next
      }
      return found!
    },
    meta: { tellsItself: true },
  })
  useEffect(() => () => running.current?.abort(), [])
  const forget = () => {
    running.current?.abort()
    trial.reset()
  }
  return { trial, progress, forget }
}
