internal import Files

/// The file of a single-file container while it is being written.
///
/// Its name is `<final name>.partial` until ``moveIntoPlace()``. A part of such a container is of no use, so what a
/// killed run leaves is overwritten. Where the options name a descriptor, the container gets no name, and goes there when
/// it is complete.
package final class PartialFile: Sendable {
    /// The file to write to; without a name if the container goes to a descriptor.
    package let file: OpenFile
    /// The output of the finished container, written front to back: ``file``, or the descriptor.
    package let output: any WritableFile
    /// The path of the finished file.
    let finalPath: String
    /// The path beside which temporary files are created.
    package let spoolPath: String
    private let destination: Destination

    private enum Destination {
        case named(AtomicFile)
        /// A descriptor to which ``file`` is copied, unless the container writes to ``output``.
        case stream(StreamedFile, copiesFile: Bool)
    }

    /// The number of bytes that are copied to a descriptor at a time.
    private static let copyBytes = 128 << 10

    /// Creates an empty file.
    ///
    /// - Parameters:
    ///   - finalPath: the path of the finished file.
    ///   - options: whether an existing file may be replaced, and whether the container goes to a descriptor.
    ///   - isWrittenInOrder: whether the container is written to ``output`` alone. The default is `false`: it is written
    ///     to ``file``, in any order.
    /// - Throws: ``StoreError`` when the output exists, when another run is writing it, and when the file cannot be
    ///   created.
    package init(creating finalPath: String, options: StoreOptions, isWrittenInOrder: Bool = false) throws {
        self.finalPath = finalPath
        if let descriptor = options.outputDescriptor {
            spoolPath = "\(TemporaryFiles.folder)/stream"
            file = try OpenFile(unnamedBeside: spoolPath)
            let stream = StreamedFile(descriptor, path: finalPath)
            output = isWrittenInOrder ? stream : file
            destination = .stream(stream, copiesFile: !isWrittenInOrder)
        } else {
            let atomicFile = try StoreError.wrapping { () throws(FileError) in
                try AtomicFile(finalPath, mayReplace: options.replacesExisting)
            }
            spoolPath = finalPath
            file = OpenFile(of: atomicFile)
            output = file
            destination = .named(atomicFile)
        }
    }

    /// The path while the file is being written.
    package var path: String { file.path }

    /// Whether several threads may write to ``output`` at once, at different offsets.
    package var allowsParallelWrites: Bool {
        if case .stream(_, copiesFile: false) = destination { false } else { true }
    }

    /// Reads bytes of the container.
    ///
    /// - Throws: ``StoreError`` when it has gone to a descriptor.
    package func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        guard case .stream(_, copiesFile: false) = destination else { return try file.read(count, at: offset) }
        throw StoreError(.unreadable, path: finalPath, "this was written to a stream, and cannot be read back.")
    }

    /// Renames the file to ``finalPath``, replacing an existing file if the options allow it, or copies it to the
    /// descriptor.
    ///
    /// - Throws: ``StoreError``, with code ``StoreError/Code/exists`` when a file has appeared there that may not be
    ///   replaced.
    package func moveIntoPlace() throws {
        switch destination {
        case .named(let file): try StoreError.wrapping(file.commit)
        case .stream(let stream, copiesFile: true): try copy(to: stream)
        case .stream(_, copiesFile: false): break
        }
    }

    private func copy(to stream: StreamedFile) throws {
        let size = try file.size()
        try withUnsafeTemporaryAllocation(byteCount: Self.copyBytes, alignment: 64) { buffer in
            for offset in stride(from: 0, to: size, by: Self.copyBytes) {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(Self.copyBytes, size - offset)])
                try TileBytes.file(file, offset: offset, count: part.count).read(into: part)
                try stream.write(UnsafeRawBufferPointer(part), at: offset)
            }
        }
    }

    /// Removes the file, even while it is open elsewhere; an older file at ``finalPath`` is not touched.
    package func remove() throws {
        guard case .named(let file) = destination else { return }
        try StoreError.wrapping(file.remove)
    }
}
