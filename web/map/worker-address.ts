import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'

export { workerAddress }
