/** The steps for a new account, in this order. */
export type SetupStepId = 'transmitter' | 'reading' | 'names' | 'install' | 'channel' | 'heard'
export type SetupStep = { id: SetupStepId; done: boolean }

/** Facts about an account and this device. `unnamed`: how many scales still have their default name. */
export type SetupFacts = {
  hasTransmitter: boolean
  hasReading: boolean
  unnamed: number
  /** `none`: this browser cannot install the app. */
  installation: 'done' | 'open' | 'none'
  hasChannel: boolean
  isHeard: boolean
}

/** Returns the steps and which are done, judged by facts rather than by clicks, so that they are right on every device and at any time. */
export function setupSteps(facts: SetupFacts): SetupStep[] {
  const { hasTransmitter, hasReading, unnamed, installation, hasChannel, isHeard } = facts
  return [
    { id: 'transmitter', done: hasTransmitter },
    { id: 'reading', done: hasReading },
    { id: 'names', done: hasReading && unnamed === 0 },
    ...(installation === 'none' ? [] : [{ id: 'install', done: installation === 'done' } as const]),
    { id: 'channel', done: hasChannel || isHeard },
    { id: 'heard', done: isHeard },
  ]
}

/** Returns the step that is open initially: one about alarms if a link asks for it, otherwise the first unfinished one. */
export function firstStep(steps: readonly SetupStep[], wanted: string): SetupStepId | undefined {
  const open = steps.filter(({ done }) => !done)
  const ofAlarms = wanted === 'alarms' && open.find(({ id }) => id === 'channel' || id === 'heard')
  return (ofAlarms || open[0])?.id
}
