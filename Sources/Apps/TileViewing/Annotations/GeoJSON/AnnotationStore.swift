internal import Concurrency

/// Reads and writes the annotations of one image, away from the main thread and one after the other.
///
/// While a file is written, the latest annotations wait, and those in between are left out.
final class AnnotationStore: Sendable {
    /// The annotations to write, and their scale.
    struct Snapshot: Sendable {
        var document: GeoJSONDocument
        var scale = AnnotationScale.pixels
    }

    /// The outcome of writing: the path, and whether it is another one than before.
    typealias Outcome = Result<(path: String, isNew: Bool), AnnotationFileError>

    private struct State {
        var file: AnnotationFile
        var pending: Snapshot?
        var isBusy = false
    }

    private let state: Locked<State>
    /// The name of the image, which the file states.
    let imageName: String

    /// Creates the store of a file.
    init(_ file: AnnotationFile) {
        state = Locked(State(file: file))
        imageName = file.imageName
    }

    /// Reads the file, after what is being written; blocks until then.
    ///
    /// - Parameter scale: the scale of the image; nil while it is not known yet.
    /// - Returns: the annotations; nil if there is no file.
    /// - Throws: ``AnnotationFileError`` if the file cannot be read, or is that of another image.
    func read(in scale: AnnotationScale? = .pixels) throws(AnnotationFileError) -> GeoJSONDocument? {
        var file = state.wait { state -> AnnotationFile? in
            guard !state.isBusy else { return nil }
            state.isBusy = true
            return state.file
        }
        defer {
            state.withLockAndNotify { state in
                state.file = file
                state.isBusy = false
            }
        }
        return try file.read(in: scale)
    }

    /// Writes annotations in the background.
    ///
    /// - Parameters:
    ///   - snapshot: the annotations.
    ///   - inBackground: runs work away from the main thread.
    ///   - report: called after each writing, on any thread.
    func write(
        _ snapshot: Snapshot, _ inBackground: (@escaping @Sendable () -> Void) -> Void,
        report: @escaping @Sendable (Outcome) -> Void
    ) {
        let isFirst = state.withLock { state in
            defer { state.pending = snapshot }
            return state.pending == nil
        }
        // Otherwise the work that has been begun for the older snapshot takes this one.
        if isFirst { inBackground { self.writePending(report) } }
    }

    private func writePending(_ report: (Outcome) -> Void) {
        let (snapshot, file) = state.wait { state -> (Snapshot?, AnnotationFile)? in
            guard !state.isBusy else { return nil }
            state.isBusy = true
            return (state.pending.take(), state.file)
        }
        var written = file
        if let snapshot {
            let text = snapshot.document.text(in: snapshot.scale)
            report(Result { () throws(AnnotationFileError) in try written.write(text) })
        }
        state.withLockAndNotify { state in
            state.file = written
            state.isBusy = false
        }
    }

    /// Waits until everything is written.
    func wait() {
        state.wait { $0.pending == nil && !$0.isBusy ? () : nil }
    }
}
