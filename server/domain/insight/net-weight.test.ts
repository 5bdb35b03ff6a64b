import { describe, expect, it } from 'vitest'
import { broughtBefore, type Jump, type JumpSurroundings, jumpsByHand } from './net-weight.ts'

const MINUTE = 60
const HOUR = 3600
const nothing: JumpSurroundings = { interventions: [], changes: [], alarms: [] }
const at = (time: number, changeGrams: number): Jump => ({ time, changeGrams })
const NOON = 1_778_400_000

const swarm = (fields: Partial<JumpSurroundings['alarms'][number]> = {}) => ({
  type: 'swarm' as const,
  status: 'confirmed' as const,
  verdict: null,
  confidencePercent: 90,
  startedAt: NOON - 10 * MINUTE,
  endedAt: NOON + 50 * MINUTE,
  ...fields,
})
const fall = [at(NOON, -2100)]

describe('a jump by hand', () => {
  it.each<[string, Jump[], JumpSurroundings, number[]]>([
    ['a rise: feed, a super', [at(NOON, 5200)], nothing, [NOON]],
    ['a fall alone', fall, nothing, []],
    ['more than a swarm weighs', [at(NOON, -14_000)], nothing, [NOON]],
    ['a fall at a noted intervention', fall, { ...nothing, interventions: [NOON + 2 * HOUR] }, [NOON]],
    ['a fall long after one', fall, { ...nothing, interventions: [NOON - 2 * HOUR - 1] }, []],
    ['the first reading of a scale that was moved', fall, { ...nothing, changes: [NOON - 6 * HOUR] }, [NOON]],
    ['a fall before that', fall, { ...nothing, changes: [NOON + MINUTE] }, []],
    ['a fall long after that', fall, { ...nothing, changes: [NOON - 7 * HOUR - 1] }, []],
    ['a swarm soon after that', fall, { ...nothing, changes: [NOON - HOUR], alarms: [swarm()] }, []],
    ['lifted and put back', [at(NOON, -2100), at(NOON + 40 * MINUTE, 2000)], nothing, [NOON, NOON + 40 * MINUTE]],
    ['a spike', [at(NOON, 1350), at(NOON + 5 * MINUTE, -1350)], nothing, [NOON, NOON + 5 * MINUTE]],
    ['a rise the day after a fall', [at(NOON, -2100), at(NOON + 20 * HOUR, 3000)], nothing, [NOON + 20 * HOUR]],
    ['a swarm', fall, { ...nothing, alarms: [swarm()] }, []],
    ['a swarm beside a noted intervention', fall, { ...nothing, interventions: [NOON], alarms: [swarm()] }, []],
    ['a swarm that was none', fall, { ...nothing, alarms: [swarm({ verdict: 'false' })] }, [NOON]],
    ['a swarm that hands made', fall, { ...nothing, alarms: [swarm({ verdict: 'hands' })] }, [NOON]],
    ['a doubted swarm', fall, { ...nothing, alarms: [swarm({ confidencePercent: 30 })] }, [NOON]],
    [
      'a doubted swarm that was one',
      fall,
      { ...nothing, alarms: [swarm({ confidencePercent: 30, verdict: 'confirmed' })] },
      [],
    ],
    ['a withdrawn swarm', fall, { ...nothing, alarms: [swarm({ status: 'withdrawn' })] }, [NOON]],
    [
      'a swarm of another day',
      fall,
      { ...nothing, alarms: [swarm({ startedAt: NOON - 86_400, endedAt: NOON - 80_000 })] },
      [],
    ],
    ['a hive taken off', fall, { ...nothing, alarms: [swarm({ type: 'disturbance', status: 'closed' })] }, [NOON]],
    ['robbing', fall, { ...nothing, alarms: [swarm({ type: 'activity', status: 'open', endedAt: null })] }, []],
    ['a swarm that comes back', [at(NOON, -2100), at(NOON + 2 * HOUR, 1900)], { ...nothing, alarms: [swarm()] }, []],
    [
      'feed after a swarm',
      [at(NOON, -2100), at(NOON + 2 * HOUR, 4000)],
      { ...nothing, alarms: [swarm()] },
      [NOON + 2 * HOUR],
    ],
  ])('is recognized: %s', (_, jumps, around, byHand) => {
    expect(jumpsByHand(jumps, around).map(({ time }) => time)).toEqual(byHand)
  })
})

it('does not compare each jump of a flickering scale with all others', () => {
  let looks = 0
  const jumps = Array.from({ length: 4000 }, (_, at) => ({
    get time() {
      looks++
      return NOON + at * 5 * MINUTE
    },
    changeGrams: at % 2 ? 900 : -900,
  }))
  expect(jumpsByHand(jumps, nothing)).toHaveLength(jumps.length)
  expect(looks).toBeLessThan(20 * jumps.length)
})

describe('what jumps brought', () => {
  it('counts those before a time', () => {
    const brought = broughtBefore([at(200, -300), at(100, 5000)])
    expect([99, 100, 101, 200, 201, 1e9].map(brought)).toEqual([0, 0, 5000, 5000, 4700, 4700])
  })

  const random = (() => {
    let seed = 7
    return (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      return seed % below
    }
  })()
  const series = () => {
    let time = NOON
    let grams = 30_000
    return Array.from({ length: 200 }, () => {
      time += 60 + random(3600)
      grams += random(41) - 20
      return { time, grams }
    })
  }
  const net = (readings: { time: number; grams: number }[], jumps: Jump[]) => {
    const brought = broughtBefore(jumps)
    return readings.map(({ time, grams }) => grams - brought(time + 1))
  }

  it('is nothing without jumps: the net series is the series', () => {
    const readings = series()
    expect(net(readings, [])).toEqual(readings.map(({ grams }) => grams))
  })

  it.each(Array.from({ length: 25 }, (_, i) => i))(
    'leaves the net series as it is when steps are added with their jumps %#',
    () => {
      const readings = series()
      const jumps: Jump[] = []
      let stepped = readings
      for (let n = random(6); n >= 0; n--) {
        const from = readings[random(readings.length)]!.time
        const changeGrams = random(20_001) - 10_000
        stepped = stepped.map(({ time, grams }) => ({ time, grams: time >= from ? grams + changeGrams : grams }))
        jumps.push(at(from, changeGrams))
      }
      expect(net(stepped, jumps)).toEqual(net(readings, []))
      expect(net(stepped, jumps.toReversed()), 'the order of the jumps does not matter').toEqual(net(readings, []))
    },
  )
})
