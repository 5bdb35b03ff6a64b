import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { Client, FTPError } from 'basic-ftp'
import { AddressNotAllowed, resolvePublic } from './public-address.ts'

const STEP_TIMEOUT_MS = 10_000
const WHOLE_TIMEOUT_MS = 30_000
const FILE_MAXIMUM_BYTES = 4 * 1024 * 1024
/** The replies to an upload are a dozen lines. Each piece of one that does not end is parsed together with all pieces before it. */
const REPLIES_MAXIMUM_CHARACTERS = 16 * 1024
const REPLIES_MAXIMUM_PIECES = 500

/** `secure`: explicit TLS, with a verified certificate. `folder` is relative to the one a login leads to; `''` is that folder. */
export type FtpAddress = {
  host: string
  port: number
  secure: boolean
  user: string
  password: string
  folder: string
}

/** Uploads files to servers that users name: never on the machine's own network, never to a different host than the one given. */
export type Ftp = {
  /**
   * Uploads under a temporary name and then renames, so that nobody reads half a file; an existing file is replaced. Rejects with
   * `AddressNotAllowed`, `FtpLoginRefused`, `FtpRefused`, `FtpTimeout`, `FtpBroken`, or a network error; immediately if `signal` fires.
   */
  upload(
    address: FtpAddress,
    file: { name: string; content: Buffer },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<void>
}

export class FtpLoginRefused extends Error {}
export class FtpTimeout extends Error {}
/** The server hung up, or what it says is not FTP. */
export class FtpBroken extends Error {}
/** The server refused; `code` is its three-digit reply. */
export class FtpRefused extends Error {
  readonly code: number
  constructor(code: number, cause: unknown) {
    super(`FTP ${code}`, { cause })
    this.code = code
  }
}

const NOT_LOGGED_IN = 530

/** Whether a word contains characters that would end one command and begin another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const breaksFtpCommand = (word: string): boolean => /[\u0000-\u001f\u007f]/.test(word)

export function createFtp(options: { allowPrivate: boolean; wholeTimeoutMs?: number }): Ftp {
  const { allowPrivate, wholeTimeoutMs = WHOLE_TIMEOUT_MS } = options
  return {
    async upload(address, { name, content }, { signal } = {}) {
      const { host, port, secure, user, password, folder } = address
      if (content.length > FILE_MAXIMUM_BYTES) throw new RangeError('the file is too large')
      if ([host, user, password, folder, name].some(breaksFtpCommand)) throw new AddressNotAllowed(host)
      // In reply to PASV, a server may only name its own address, so that no file goes to a third machine.
      const client = new Client(STEP_TIMEOUT_MS, { allowSeparateTransferHost: false })
      limitReplies(client)
      const deadline = AbortSignal.timeout(wholeTimeoutMs)
      const ending = signal ? AbortSignal.any([signal, deadline]) : deadline
      const ended = new Promise<never>((_, reject) => {
        ending.addEventListener('abort', () => {
          client.close()
          reject(new FtpTimeout('the server did not respond in time'))
        })
      })
      const transfer = async () => {
        const ip = await resolve(host, allowPrivate)
        ending.throwIfAborted()
        const tls = { host, ...(isIP(host) ? {} : { servername: host }) }
        await client.access({ host: ip, port, user, password, secure, secureOptions: tls })
        if (folder !== '') await client.cd(folder)
        const passing = `${name}.part`
        await client.uploadFrom(Readable.from(content), passing)
        await replace(client, passing, name)
      }
      try {
        // Closing the connection does not make every pending step fail.
        await Promise.race([transfer(), ended])
      } catch (error) {
        throw asOurs(error)
      } finally {
        client.close()
      }
    },
  }
}

/** Hangs up on a server that does not stop talking; `log` is given each piece that arrives. */
function limitReplies({ ftp }: Client): void {
  let pieces = 0
  let characters = 0
  ftp.log = (line) => {
    if (!line.startsWith('< ')) return
    pieces++
    characters += line.length
    if (pieces > REPLIES_MAXIMUM_PIECES || characters > REPLIES_MAXIMUM_CHARACTERS) {
      ftp.closeWithError(new Error('the server does not stop talking'))
    }
  }
}

/** The address to connect to, resolved once so that the name cannot point elsewhere by then. */
async function resolve(host: string, allowPrivate: boolean): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '')
  const found = allowPrivate ? await lookup(name, { all: true }) : await resolvePublic(name)
  return found[0]!.address
}

/** Some servers overwrite an existing file when renaming, others want it deleted first. */
async function replace(client: Client, from: string, to: string): Promise<void> {
  try {
    await client.rename(from, to)
  } catch (error) {
    if (!(error instanceof FTPError)) throw error
    await client.remove(to)
    await client.rename(from, to)
  }
}

function asOurs(error: unknown): unknown {
  if (error instanceof FTPError) {
    return error.code === NOT_LOGGED_IN
      ? new FtpLoginRefused('login refused', { cause: error })
      : new FtpRefused(error.code, error)
  }
  if (!isOfClient(error)) return error
  const Ours = /^Timeout/.test(error.message) ? FtpTimeout : FtpBroken
  return new Ours(error.message, { cause: error })
}

/** Whether the client itself complains: errors of the network and of TLS have a code, faults of our own a class. */
const isOfClient = (error: unknown): error is Error =>
  (error as Error).constructor === Error && ((error as { code?: string }).code ?? '0') === '0'
