import LayerTree
import TestLimits
import Testing

@MainActor
@Suite(.timeLimited) struct LayerValueKeyTests {
    private enum SomeKey: LayerValueKey {
        typealias Value = Int
    }

    private enum OtherKey: LayerValueKey {
        typealias Value = [String]
    }

    @Test func `a value kept under a key is found, and an unknown key has none`() {
        let layer = Layer()
        #expect(layer[SomeKey.self] == nil)
        layer[SomeKey.self] = 50
        #expect(layer[SomeKey.self] == 50)
        #expect(layer[OtherKey.self] == nil)
        layer[OtherKey.self] = ["a"]
        #expect(layer[OtherKey.self] == ["a"])
        layer[SomeKey.self] = nil
        #expect(layer[SomeKey.self] == nil)
        #expect(Layer()[OtherKey.self] == nil)
    }
}
