//! Putting messages whose links cannot be trusted into a tree.

use std::collections::{HashMap, HashSet};

/// The nodes `0..parents.len()` in an order in which every node comes after its parent, with the parent that is kept
/// (`None` for a start). Where parents form a circle, it is opened at its first node; children keep their order.
pub(super) fn ordered(parents: &[Option<usize>]) -> Vec<(usize, Option<usize>)> {
    let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for (node, parent) in parents.iter().enumerate() {
        let parent = parent.filter(|parent| *parent < parents.len() && *parent != node);
        children.entry(parent).or_default().push(node);
    }
    let mut order = Vec::with_capacity(parents.len());
    let mut seen = HashSet::with_capacity(parents.len());
    let starts = children.remove(&None).unwrap_or_default();
    // After the true starts every node is tried: only nodes of circles are left then.
    for start in starts.into_iter().chain(0..parents.len()) {
        let mut open = vec![(start, None)];
        while let Some((node, parent)) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            order.push((node, parent));
            if let Some(of_node) = children.get(&Some(node)) {
                open.extend(of_node.iter().rev().map(|child| (*child, Some(node))));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_stays_as_it_is() {
        let order = ordered(&[None, Some(0), Some(0), Some(1)]);
        assert_eq!(order, [(0, None), (1, Some(0)), (3, Some(1)), (2, Some(0))]);
    }

    #[test]
    fn circles_and_missing_parents_lose_no_node() {
        // 0 is its own parent, 1 and 2 are each other's, 3 has one that is not there, 4 hangs on the circle.
        let order = ordered(&[Some(0), Some(2), Some(1), Some(99), Some(2)]);
        assert_eq!(
            order,
            [(0, None), (3, None), (1, None), (2, Some(1)), (4, Some(2))]
        );
    }

    #[test]
    fn a_very_long_chain_needs_no_stack() {
        let parents: Vec<_> = (0..300_000).map(|n: usize| n.checked_sub(1)).collect();
        assert_eq!(ordered(&parents).len(), parents.len());
    }
}
