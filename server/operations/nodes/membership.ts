import type { Deps } from '../../deps.ts'
import { isStorageUnavailable } from '../../platform/db/lane.ts'
import { createClockComparison } from './compare-clock.ts'
import {
  claimKeeping,
  endHeldTransactions,
  insertNode,
  type Keeper,
  type Node,
  noteLostNodes,
  releaseKeeping,
  renewKeeping,
  selectKeeper,
  stopNode,
  touchNode,
} from './node-queries.ts'

/** Of a lease: how often it is renewed, and how often others look whether it is over. */
const RENEWED_AFTER = 1 / 3
const LOOKED_AT_AFTER = 1 / 6
/** A node that says nothing for so many leases is lost. */
export const LOST_AFTER_LEASES = 2

export type Membership = {
  /** Who keeps, as far as this node knows; itself too. */
  keeper(): Keeper | undefined
  /** Whether this node keeps for certain: its lease is not over by its own clock, which goes on while it stands still. */
  isKeeper(): boolean
  /** Lets the next node keep at once. */
  release(): Promise<void>
  stop(): Promise<void>
}

type Told = {
  /** This node keeps from now on. */
  onKeeping(keeper: Keeper): void
  /** It does so no more. */
  onLost(): void
  /** Another process has the same id. */
  onDoubled(): void
  /** Who keeps has changed, or nobody does. */
  onKeeper(): void
  /** Whether this node could keep now. */
  mayKeep(): boolean
}

/** `wall`: this machine's clock, epoch ms. */
type Joining = { db: Deps['database']['db']; node: Node; leaseMs: number; logger: Deps['logger']; wall?: () => number }

/**
 * Makes a server one of the nodes of a database. Whoever keeps renews its lease; the others look whether it is over, and the first of them takes over, with
 * the next epoch. All times are the database's: while that is away nothing changes.
 */
export async function joinNodes(
  { db, node, leaseMs, logger, wall = Date.now }: Joining,
  told: Told,
): Promise<Membership> {
  let keeper: Keeper | undefined
  let epoch: number | undefined
  let keptUntil = 0
  let isStopped = false
  let isAway = false
  const comparison = createClockComparison(logger, wall)
  let timer: NodeJS.Timeout | undefined

  await insertNode(db, node)
  let beating = beat()
  await beating

  async function beat(): Promise<void> {
    const begun = performance.now()
    try {
      const isOwn = await comparison.during(() => touchNode(db, node, comparison.aheadMs()))
      if (!isOwn) return told.onDoubled()
      if (epoch === undefined) await lookOrClaim(begun)
      else if (await renewKeeping(db, epoch, leaseMs)) {
        keptUntil = begun + leaseMs
        await noteLost()
      } else lose()
      if (isAway) logger.info('the database is there again')
      isAway = false
    } catch (error) {
      if (!isAway) logger.error({ err: error }, 'the database cannot be asked which node keeps it; it is tried again')
      isAway = true
      if (!isStorageUnavailable(error)) logger.error({ err: error }, 'which node keeps the database is not known')
    } finally {
      if (!isStopped) {
        const part = epoch === undefined || isAway ? LOOKED_AT_AFTER : RENEWED_AFTER
        timer = setTimeout(() => {
          beating = beat()
        }, leaseMs * part)
      }
    }
  }

  async function lookOrClaim(begun: number): Promise<void> {
    const before = keeper
    keeper = await selectKeeper(db)
    const isFree = !keeper || keeper.isOver || keeper.holder === node.id
    if (isFree && told.mayKeep()) {
      await endHeldTransactions(db)
      epoch = await claimKeeping(db, node, leaseMs)
      keeper = await selectKeeper(db)
      if (epoch !== undefined && keeper) {
        keptUntil = begun + leaseMs
        logger.info({ epoch }, 'this node keeps the database from now on')
        told.onKeeping(keeper)
        // whose lease ran out has been silent for as long as that, unless nobody could be heard
        if (!isAway) await noteLost(1)
      }
    }
    if (before?.epoch !== keeper?.epoch || before?.isOver !== keeper?.isOver) told.onKeeper()
  }

  async function noteLost(leases = LOST_AFTER_LEASES): Promise<void> {
    const lost = await noteLostNodes(db, leases * leaseMs)
    for (const { address, id } of lost) logger.warn({ node: address ?? id }, 'a node is lost')
  }

  function lose(): void {
    logger.warn({ epoch }, 'another node keeps the database by now')
    epoch = undefined
    told.onLost()
  }

  async function release(): Promise<void> {
    const own = epoch
    epoch = undefined
    if (own !== undefined) await releaseKeeping(db, own)
  }

  return {
    keeper: () => keeper,
    isKeeper: () => epoch !== undefined && performance.now() < keptUntil,
    release,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await beating
      await release().catch(() => undefined)
      await stopNode(db, node).catch(() => undefined)
    },
  }
}
