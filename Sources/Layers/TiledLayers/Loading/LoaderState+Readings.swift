internal import TilePyramid

/// The tiles that their source reads without a worker.
extension LoaderState {
    /// Records that the source of a tile has begun to read it; the worker that requested the tile is free.
    ///
    /// - Returns: whether the reading has ended or is no longer needed.
    mutating func readingBegan(_ job: TileJob, _ handle: any TileReading) -> Bool {
        busyWorkers -= 1
        guard requests[job.key]?.reading?.number == job.reading else { return true }
        requests[job.key]?.reading?.handle = handle
        return false
    }

    /// Cancels the readings of tiles that are no longer requested, and updates the urgency of the others.
    mutating func updateReadings() {
        for (key, request) in requests {
            guard let reading = request.reading else { continue }
            guard let priority = request.priority else {
                if let handle = reading.handle { pendingNotifications.append { handle.cancel() } }
                statistics.droppedBeforeRead += 1
                apply(.readingCancelled, to: key)
                events.emit(.cancelled, about: key)
                continue
            }
            let urgency = priority.urgency
            guard urgency != reading.urgency else { continue }
            requests[key]?.reading?.urgency = urgency
            if let handle = reading.handle { pendingNotifications.append { handle.setUrgency(urgency) } }
        }
    }
}

extension TilePriority {
    /// The urgency for the tile's source.
    var urgency: TileUrgency { reason.isVisible ? .visible : .lookAhead }
}

extension TileJob {
    /// The source that reads the tile without a worker; nil for other jobs and sources.
    var asynchronousSource: (any AsynchronousTileSource)? {
        guard case .read = kind else { return nil }
        return image.tiles.source as? any AsynchronousTileSource
    }
}
