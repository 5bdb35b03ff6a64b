import type { Alarm } from '#domain/alerts/alarm.ts'
import { isHint } from '#domain/alerts/alarm-types.ts'
import { stoppedScales } from '#domain/alerts/stopped-scales.ts'
import { Ago } from '../../../i18n/ago.tsx'
import { FormattedMessage, FormattedNumber } from '../../../i18n/intl.tsx'
import { type Apiary, alarmsOf, type Hive, hasToDo } from './hives.ts'
import { Moment } from './moment.tsx'
import styles from './today-sentence.module.css'

/** The whole apiary in a sentence or two: what is most serious, and that the rest is quiet. */
export function TodaySentence({ apiaries, now }: { apiaries: readonly Apiary[]; now: number }) {
  const hives = apiaries.flatMap((apiary) => apiary.hives)
  // including those of hives that are not shown
  const alarms = apiaries.flatMap((apiary) =>
    alarmsOf(apiary).map((alarm) => ({ alarm, place: nameIn(apiary.controller, alarm) })),
  )
  const quiet = hives.filter((hive) => isCalm(hive) && !hasToDo(hive)).length
  const due = hives.filter((hive) => isCalm(hive) && hasToDo(hive))
  const silent = hives.filter(({ state }) => state.kind === 'silent').length
  const [gravest] = alarms
  return (
    <span className={styles.sentence}>
      {gravest && <AlarmWords {...gravest} now={now} />}
      {alarms.length > 1 && (
        <>
          {' '}
          <FormattedMessage id="dashboard.today.more" values={{ count: alarms.length - 1 }} />
        </>
      )}
      {silent > 0 && (
        <>
          {' '}
          <FormattedMessage id="dashboard.today.silent" values={{ count: silent }} />
        </>
      )}
      {due[0] && (
        <>
          {' '}
          <FormattedMessage
            id="dashboard.today.due"
            values={{ count: due.length, place: <Name>{due[0].scale.name}</Name> }}
          />
        </>
      )}
      {quiet > 0 && (
        <>
          {' '}
          <FormattedMessage
            id={quiet === hives.length && !gravest ? 'dashboard.today.allQuiet' : 'dashboard.today.quiet'}
            values={{ count: quiet }}
          />
        </>
      )}
      {!gravest && silent === 0 && due.length === 0 && quiet === 0 && <FormattedMessage id="dashboard.today.nothing" />}
    </span>
  )
}

const nameIn = ({ scales, name }: Apiary['controller'], { scaleId }: Alarm): string =>
  scales.find(({ id }) => id === scaleId)?.name ?? name

const calm = new Set<Hive['state']['kind']>(['gains', 'loses', 'still', 'empty', 'feedShort'])

const isCalm = ({ state }: Hive): boolean => calm.has(state.kind)

/** Isolates a name, since it may be written from right to left. */
const Name = ({ children }: { children: string | undefined }) => <span className={styles.name}>{children}</span>

function AlarmWords({ alarm, place, now }: { alarm: Alarm; place: string; now: number }) {
  const { type, startedAt, weightChange } = alarm
  const saysAgo = type === 'swarm' || type === 'disturbance'
  const count = stoppedScales(alarm.why).length
  const values = {
    count,
    place: <Name>{place}</Name>,
    time: <Moment time={startedAt} now={now} besideAgo={saysAgo} />,
    ago: <Ago time={startedAt} now={now} />,
    name: <Name>{alarm.rule?.name}</Name>,
    change: (
      <FormattedNumber
        value={weightChange ?? 0}
        signDisplay="exceptZero"
        minimumFractionDigits={1}
        maximumFractionDigits={1}
      />
    ),
  }
  return (
    <strong data-tone={isHint(type) ? 'loss' : 'alarm'}>
      {weightChange !== null && saysAgo ? (
        <FormattedMessage id={`dashboard.today.${type}.change`} values={values} />
      ) : (
        <FormattedMessage id={`dashboard.today.${count > 0 ? 'scales' : type}`} values={values} />
      )}
    </strong>
  )
}
