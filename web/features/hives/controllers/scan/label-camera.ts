/** Why there is no picture: the address is not secure, the person said no, there is no camera, or another program has it. */
export type CameraFault = 'insecure' | 'denied' | 'missing' | 'busy'

/** `MediaStreamTrack` with the light of phones, as far as the browser has it. */
type Capabilities = MediaTrackCapabilities & { torch?: boolean }

const faults: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'missing',
}

/** The camera at the back, where there is one: to be closed by `closeCamera`. */
export async function openCamera(): Promise<MediaStream | CameraFault> {
  if (!window.isSecureContext || !navigator.mediaDevices?.getUserMedia) return 'insecure'
  try {
    const video = { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } }
    return await navigator.mediaDevices.getUserMedia({ video, audio: false })
  } catch (error) {
    return faults[(error as Error).name] ?? 'busy'
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

export const hasLight = (stream: MediaStream): boolean =>
  (stream.getVideoTracks()[0]?.getCapabilities?.() as Capabilities | undefined)?.torch === true

/** Some phones say that they have a light and refuse to switch it. */
export async function switchLight(stream: MediaStream, on: boolean): Promise<void> {
  const constraints = { advanced: [{ torch: on } as MediaTrackConstraintSet] }
  await stream
    .getVideoTracks()[0]
    ?.applyConstraints(constraints)
    .catch(() => undefined)
}
