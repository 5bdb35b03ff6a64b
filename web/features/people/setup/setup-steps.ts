/** What a new account does, in this order. */
export type SetupStepId = 'transmitter' | 'reading' | 'names' | 'install' | 'channel' | 'heard'
export type SetupStep = { id: SetupStepId; done: boolean }

/** What is true of an account, and of this device. `unnamed`: how many scales bear the name they came with. */
export type SetupFacts = {
  hasTransmitter: boolean
  hasReading: boolean
  unnamed: number
  /** `none`: this browser installs nothing. */
  installation: 'done' | 'open' | 'none'
  hasChannel: boolean
  isHeard: boolean
}

/** The steps and which of them are done, by what is true and not by what was pressed: so on every device, and whenever one comes back. */
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

/** The step that is open at first: that of the alarms where a link asks for it, else the first that is to be done. */
export function firstStep(steps: readonly SetupStep[], wanted: string): SetupStepId | undefined {
  const open = steps.filter(({ done }) => !done)
  const ofAlarms = wanted === 'alarms' && open.find(({ id }) => id === 'channel' || id === 'heard')
  return (ofAlarms || open[0])?.id
}
