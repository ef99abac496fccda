extension TileRequestHandler {
    /// Adds what is served, and what the caches do, to the metrics of a server.
    package func addMetrics(to registry: MetricRegistry) {
        let (catalog, images, storedTiles) = (catalog, images, storedTiles)
        registry.add("tileserve_images", .gauge, help: "Images and pyramids that are served.") {
            catalog.entries.count
        }
        registry.add("tileserve_open_images", .gauge, help: "Images and pyramids that are open.") {
            images.openCount
        }
        func addCaches(
            _ name: String, _ kind: MetricRegistry.Kind, help: String, _ read: @escaping @Sendable (CacheCounts) -> Int
        ) {
            registry.add(name, kind, help: help) {
                [("decoded", images.decodedTiles.counts), ("stored", storedTiles.counts)].map { cache, counts in
                    MetricSample(Double(read(counts)), labels: [.init("cache", cache)])
                }
            }
        }
        addCaches("tileserve_tile_cache_hits_total", .counter, help: "Tiles that were found in a cache.") { $0.hits }
        addCaches("tileserve_tile_cache_misses_total", .counter, help: "Tiles that were in no cache.") { $0.misses }
        addCaches("tileserve_tile_cache_evictions_total", .counter, help: "Tiles removed to make room.") {
            $0.evictions
        }
        addCaches("tileserve_tile_cache_tiles", .gauge, help: "Tiles that are kept.") { $0.values }
        addCaches("tileserve_tile_cache_bytes", .gauge, help: "Bytes of tiles that are kept.") { $0.cost }
    }
}
