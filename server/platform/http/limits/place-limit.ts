import { createRateLimit, type RateLimit } from './rate-limit.ts'

/** Counts attempts by the caller's address; without one (see `countedAddress`), nothing is counted. */
export type PlaceLimit = {
  consume(place: string | undefined): Promise<void>
  giveBack(place: string | undefined): Promise<void>
}

/** Limits of wider networks, as multiples of a single place's limit: whoever has a /48 has 65,536 places. */
const NETWORK_TIMES = 4
const SITE_TIMES = 16

/**
 * Allows `points` attempts per place (an IPv4 address, an IPv6 /64), four times as many per network (/24, /56), and sixteen times as
 * many per IPv6 site (/48).
 */
export function createPlaceLimit(
  ...[points, durationSeconds, options]: Parameters<typeof createRateLimit>
): PlaceLimit {
  const limits = [1, NETWORK_TIMES, SITE_TIMES].map((times) =>
    createRateLimit(points * times, durationSeconds, options),
  )
  const each = async (place: string | undefined, act: (limit: RateLimit, key: string) => Promise<void>) => {
    if (place === undefined) return
    for (const [at, key] of widening(place).entries()) await act(limits[at]!, key)
  }
  return {
    consume: (place) => each(place, (limit, key) => limit.consume(key)),
    giveBack: (place) => each(place, (limit, key) => limit.giveBack(key)),
  }
}

/** The place itself, and the networks around it. */
export function widening(place: string): string[] {
  const ipv4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(place)
  if (ipv4) return [place, `${ipv4[1]}.0/24`]
  const ipv6 = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/.exec(place)
  if (!ipv6) return [place]
  const network = (Number.parseInt(ipv6[2]!, 16) & 0xff_00).toString(16)
  return [place, `${ipv6[1]}:${network}::/56`, `${ipv6[1]}::/48`]
}
