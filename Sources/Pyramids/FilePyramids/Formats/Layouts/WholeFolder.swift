internal import TileContainers

/// A folder that belongs to one pyramid, perhaps with a descriptor beside it.
struct WholeFolder: FolderOutput {
    let path: String
    /// The path of the descriptor; `nil` if it lies in the folder, which then may be any folder.
    private let descriptorPath: String?

    /// The folder of a pyramid at a path.
    init(_ path: String, descriptorPath: String? = nil) {
        self.path = FilePath.withoutTrailingSlashes(path)
        self.descriptorPath = descriptorPath
    }

    func checkExisting(_ options: StoreOptions) throws -> Bool {
        if let descriptorPath {
            try FileSystem.checkPartialName(of: descriptorPath)
        }
        if options.replacesExisting {
            try refuseForeign()
        } else if TileJournal.isOurs("\(path)/\(TileJournal.fileName)") {
            // A run killed during the final rename can still be continued.
            guard options.resumes else { throw StoreError.interrupted(path) }
        } else if let existing = existing() {
            throw StoreError.exists(existing)
        }
        return options.replacesExisting
    }

    /// Refuses to replace anything but a pyramid: the folder could be somebody's photos.
    private func refuseForeign() throws {
        guard try FileSystem.exists(path) && !LayoutFolder.isPyramid(path, hasDescriptor: descriptorPath == nil) else {
            return
        }
        throw StoreError(
            .exists, path: path,
            "this contains something other than a pyramid and is not replaced. Remove it yourself, or choose another "
                + "output.")
    }

    func existing() -> String? {
        [descriptorPath, path].compactMap(\.self).first(where: FileSystem.exists)
    }

    func moveIntoPlace(_ folder: PartialFolder, siblings: [ContainerFile]) throws {
        try folder.moveIntoPlace()
        for file in siblings {
            try FileSystem.writeWhole(file.bytes, to: FilePath.sibling(file.name, of: path))
        }
        try folder.complete()
    }

    func undoMove() throws {
        // An existing descriptor belongs to the tiles that have been moved back.
        if let descriptorPath, !FileSystem.exists(path) {
            try FileSystem.removeAll(descriptorPath)
        }
    }

    func paths(of name: String, in partial: String, isComplete: Bool, mayReplace: Bool) -> [String] {
        // The folder may be renamed between reading the flag and opening the file, so both paths are tried, unless the
        // final path may be that of an older pyramid.
        let folders = isComplete ? [path] : mayReplace ? [partial] : [partial, path]
        return folders.map { "\($0)/\(name)" }
    }
}
