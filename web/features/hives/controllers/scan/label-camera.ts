/** Why there is no camera image: the page is not on a secure address, the user denied permission, there is no camera, or another program is using it. */
export type CameraFault = 'insecure' | 'denied' | 'missing' | 'busy'

/** `MediaStreamTrack` capabilities with the phone's light, if the browser supports it. */
type Capabilities = MediaTrackCapabilities & { torch?: boolean }

const faults: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotSupportedError: 'missing',
}

/** Opens the rear camera, if there is one; close it with `closeCamera`. */
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

/** Switches the light. Some phones report a light but refuse to switch it. */
export async function switchLight(stream: MediaStream, on: boolean): Promise<void> {
  const constraints = { advanced: [{ torch: on } as MediaTrackConstraintSet] }
  await stream
    .getVideoTracks()[0]
    ?.applyConstraints(constraints)
    .catch(() => undefined)
}
