import VectorDrawing
import Concurrency
import Foundation
import LayerTree
import TestLimits
import Testing
import TilePyramid

@testable import TileViewing

@Suite(.timeLimited) final class AnnotationStoreTests {
    private let image = FileManager.default.temporaryDirectory.appending(path: "annotations-\(UUID()).png").path
    private let work = BackgroundWork()
    private let outcomes = Locked<[AnnotationStore.Outcome]>([])

    deinit {
        try? FileManager.default.removeItem(atPath: image + ".geojson")
    }

    private func write(_ name: String, to store: AnnotationStore) {
        var document = GeoJSONDocument()
        document.annotations = [Annotation(.point, .points([.zero]), name: name)]
        let outcomes = outcomes
        store.write(AnnotationStore.Snapshot(document: document), { self.work.add($0) }) { outcome in
            outcomes.withLock { $0.append(outcome) }
        }
    }

    @Test func `of what waits, the latest is written, and where it is kept is said once`() throws {
        let store = AnnotationStore(AnnotationFile(imagePath: image, imageSize: PixelSize(width: 9, height: 9)))
        #expect(try store.read() == nil)
        for name in ["one", "two", "three"] { write(name, to: store) }
        work.runAll()
        store.wait()
        #expect(try store.read()?.annotations.map(\.name) == ["three"])
        write("four", to: store)
        work.runAll()
        #expect(try store.read()?.annotations.map(\.name) == ["four"])
        let written = try outcomes.withLock { try $0.map { try $0.get() } }
        #expect(written.map(\.path) == [image + ".geojson", image + ".geojson"])
        #expect(written.map(\.isNew) == [true, false])
    }

    @Test func `what cannot be written is reported, and tried again with the next change`() throws {
        let store = AnnotationStore(AnnotationFile(imagePath: image, imageSize: PixelSize(width: 9, height: 9)))
        try FileManager.default.createDirectory(atPath: image + ".geojson", withIntermediateDirectories: false)
        write("one", to: store)
        work.runAll()
        #expect(outcomes.withLock { $0.count { (try? $0.get()) == nil } } == 1)
        try FileManager.default.removeItem(atPath: image + ".geojson")
        write("two", to: store)
        work.runAll()
        #expect(try store.read()?.annotations.map(\.name) == ["two"])
    }
}
