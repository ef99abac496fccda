internal import Caching

extension TileRequestHandler {
    /// Adds the counts of images and of the caches to the metrics of a server.
    package func addMetrics(to registry: MetricRegistry) {
        let catalog = catalog
        let images = images
        let answers = answers
        registry.add("tileserve_images", .gauge, help: "Images and pyramids that are served.") {
            catalog.entries.count
        }
        registry.add("tileserve_open_images", .gauge, help: "Images and pyramids that are open.") {
            images.openCount
        }
        func addCaches(
            _ name: String, _ kind: MetricRegistry.Kind, help: String,
            _ read: @escaping @Sendable (CacheStatistics) -> Int
        ) {
            registry.add(name, kind, help: help) {
                [("decoded_tiles", images.decodedTiles.counts), ("answers", answers.counts)].map { cache, counts in
                    MetricSample(Double(read(counts)), labels: [.init("cache", cache)])
                }
            }
        }
        addCaches("tileserve_cache_hits_total", .counter, help: "Tiles and answers that were found in a cache.") {
            $0.hits
        }
        addCaches("tileserve_cache_misses_total", .counter, help: "Tiles and answers that were in no cache.") {
            $0.misses
        }
        addCaches("tileserve_cache_evictions_total", .counter, help: "Tiles and answers removed to make room.") {
            $0.evictions
        }
        addCaches("tileserve_cache_entries", .gauge, help: "Tiles and answers that are kept.") { $0.values }
        addCaches("tileserve_cache_bytes", .gauge, help: "Bytes of what is kept.") { $0.cost }
    }
}
