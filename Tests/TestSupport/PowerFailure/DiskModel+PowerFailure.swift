extension DiskModel {
    /// The fate of a piece that was not synced.
    private enum Fate {
        /// The piece is on the disk.
        case kept
        /// The piece is not on the disk.
        case lost
        /// The file has its full length, with zeros in place of the piece.
        case zeros
    }

    /// Returns the disk after a power failure at this moment.
    ///
    /// - Parameter seed: selects the unsynced data and names that are lost. With 0 nothing is lost, as when a process is
    ///   killed; with 1 everything; with 2 and 3 all data and no names, with 3 zeros replace the data; with other seeds, a
    ///   share that depends on the seed.
    /// - Returns: the remaining files.
    public func image(afterFailure seed: UInt64) -> DiskImage {
        var random = SeededRandom(seed: seed)
        let losses = Double.random(in: 0...1, using: &random)
        func counts() -> [Int: Int] {
            var counts: [Int: Int] = [:]
            for folder in folders.keys.sorted() {
                guard let pending = folders[folder]?.pending, !pending.isEmpty else { continue }
                counts[folder] =
                    switch seed {
                    case 0, 2, 3: pending.count
                    case 1: 0
                    default:
                        Double.random(in: 0...1, using: &random) < 0.5
                            ? pending.count : Int.random(in: 0...pending.count, using: &random)
                    }
            }
            return durableCounts(counts)
        }
        func fate() -> Fate {
            switch seed {
            case 0: .kept
            case 1, 2: .lost
            case 3: .zeros
            default:
                Double.random(in: 0...1, using: &random) >= losses
                    ? .kept : Bool.random(using: &random) ? .lost : .zeros
            }
        }
        let durable = counts()
        var contents: [Int: [UInt8]] = [:]
        for inode in files.keys.sorted() {
            guard let file = files[inode] else { continue }
            var bytes = file.durable
            for piece in file.pending {
                switch (fate(), piece) {
                case (.kept, _): bytes.apply(piece)
                case (.zeros, .bytes(let offset, let written)) where offset + written.count > bytes.count:
                    bytes.apply(.size(offset + written.count))
                case (.lost, _), (.zeros, _): break
                }
            }
            contents[inode] = bytes
        }
        var image = DiskImage()
        add(Self.root, at: "", durable, contents, to: &image)
        return image
    }

    private func add(
        _ folder: Int, at path: String, _ durable: [Int: Int], _ contents: [Int: [UInt8]], to image: inout DiskImage
    ) {
        guard let state = folders[folder] else { return }
        var names = state.durable
        for change in state.pending.prefix(durable[folder] ?? 0) {
            for entry in change.entries where entry.folder == folder { names[entry.name] = entry.inode }
        }
        for (name, inode) in names {
            let entry = path.isEmpty ? name : "\(path)/\(name)"
            if let bytes = contents[inode] {
                image.files[entry] = bytes
            } else {
                image.folders.insert(entry)
                add(inode, at: entry, durable, contents, to: &image)
            }
        }
    }
}
