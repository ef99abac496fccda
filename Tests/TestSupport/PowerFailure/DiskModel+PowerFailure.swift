extension DiskModel {
    /// What becomes of a piece that was not synced.
    private enum Fate {
        /// It is on the disk.
        case kept
        /// It is not.
        case lost
        /// The file is as long as if it were, and has zeros there.
        case zeros
    }

    /// The disk after the power has failed now.
    ///
    /// - Parameter seed: chooses what is lost of that which was not synced. With 0 nothing is, as when a process is killed; with
    ///   1 everything; with 2 and 3 all data and no name, 3 with zeros in its place; with others a share that depends on the seed.
    /// - Returns: the files that are there.
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
