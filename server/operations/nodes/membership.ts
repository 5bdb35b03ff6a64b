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

/** As a share of the lease: how often it is renewed, and how often others check whether it is over. */
const RENEWED_AFTER = 1 / 3
const LOOKED_AT_AFTER = 1 / 6
/** A node that is silent for this many leases is lost. */
export const LOST_AFTER_LEASES = 2

export type Membership = {
  /** The keeper as far as this node knows; may be itself. */
  keeper(): Keeper | undefined
  /** Whether this node is certainly the keeper: its lease is not over by its own clock, which goes on even while the process stands still. */
  isKeeper(): boolean
  /** Whether the database said who the keeper is within the last lease; a database that cannot be written to says nothing. */
  isInformed(): boolean
  /** Lets the next node take over at once. */
  release(): Promise<void>
  stop(): Promise<void>
}

type Told = {
  /** This node is the keeper from now on. */
  onKeeping(keeper: Keeper): void
  /** It no longer is. */
  onLost(): void
  /** Another process has the same id. */
  onDoubled(): void
  /** The keeper has changed, or there is none. */
  onKeeper(): void
  /** Whether this node could be the keeper now. */
  mayKeep(): boolean
}

/** `wall`: this machine's clock, in epoch ms. */
type Joining = { db: Deps['database']['db']; node: Node; leaseMs: number; logger: Deps['logger']; wall?: () => number }

/**
 * Makes a server one of the nodes of a database. The keeper renews its lease; the others check whether it is over, and the first of them takes
 * over, with the next epoch. All times are the database's: while it is unreachable nothing changes.
 */
export async function joinNodes(
  { db, node, leaseMs, logger, wall = Date.now }: Joining,
  told: Told,
): Promise<Membership> {
  let keeper: Keeper | undefined
  let epoch: number | undefined
  let keptUntil = 0
  let informedUntil = 0
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
      informedUntil = begun + leaseMs
      if (isAway) logger.info('the database can be reached again')
      isAway = false
    } catch (error) {
      if (!isAway) logger.error({ err: error }, 'could not ask the database which node keeps it; will try again')
      isAway = true
      if (!isStorageUnavailable(error))
        logger.error({ err: error }, 'could not determine which node keeps the database')
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
      const claimed = await claimKeeping(db, node, leaseMs)
      keeper = await selectKeeper(db)
      if (claimed !== undefined && keeper) {
        // not before: if that fails, the next beat claims it again instead of renewing what was never begun
        epoch = claimed
        keptUntil = begun + leaseMs
        logger.info({ epoch }, 'this node now keeps the database')
        told.onKeeping(keeper)
        // a keeper whose lease ran out was silent for at least that long, unless the database was unreachable
        if (!isAway) await noteLost(1)
      }
    }
    if (keeper && keeper.epoch !== before?.epoch && keeper.holder !== node.id && keeper.address === node.address) {
      logger.warn(
        { keeper: keeper.address },
        'the node that keeps the database has the same NODE_ADDRESS: on each node, set the address where the others reach it',
      )
    }
    if (before?.epoch !== keeper?.epoch || before?.isOver !== keeper?.isOver) told.onKeeper()
  }

  async function noteLost(leases = LOST_AFTER_LEASES): Promise<void> {
    const lost = await noteLostNodes(db, leases * leaseMs)
    for (const { address, id } of lost) logger.warn({ node: address ?? id }, 'a node was lost')
  }

  function lose(): void {
    logger.warn({ epoch }, 'another node keeps the database now')
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
    isInformed: () => performance.now() < informedUntil,
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
