import type { ServiceCall } from './call-service.ts'

export type MatrixMessage = {
  text: string
  isSilent: boolean
  /** The same for every attempt: a homeserver accepts each transaction id of a token only once. */
  transactionId: string
}

/** `PUT …/send/m.room.message/{txnId}` of the client-server API, as text without markup; a notice makes no sound by default. */
export function matrixCall(
  { server, room, token }: { server: string; room: string; token: string },
  { text, isSilent, transactionId }: MatrixMessage,
): ServiceCall {
  const place = `rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(transactionId)}`
  return {
    method: 'put',
    url: `${server}/_matrix/client/v3/${place}`,
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ msgtype: isSilent ? 'm.notice' : 'm.text', body: text }),
    faultOf(status, { errcode }) {
      if (status === 401) return 'token_refused'
      if (status === 403) return 'matrix_not_in_room'
      return status === 404 ? (errcode === 'M_NOT_FOUND' ? 'matrix_not_in_room' : 'service_not_found') : undefined
    },
  }
}
