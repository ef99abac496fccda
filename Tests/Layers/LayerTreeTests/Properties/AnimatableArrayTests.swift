import LayerTree
import TestLimits
import Testing

@Suite(.timeLimited) struct AnimatableArrayTests {
    @Test func `arrays are added and subtracted element by element`() {
        #expect([1.0, 2].adding([3, 4]) == [4, 6] && [1.0, 2].subtracting([3, 5]) == [-2, -3])
        #expect([1.0].adding([3, 4]) == [3, 4] && [1.0].subtracting([3, 5]) == [1])
    }
}
